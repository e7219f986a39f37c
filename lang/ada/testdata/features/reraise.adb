-- errors
procedure Reraise is
   Bad, Worse : exception;
   Seen : Integer range 0 .. 3 := 0;
   procedure Try is
   begin
      raise Bad;
   exception
      when Bad =>
         Seen := Seen + 1;
         raise [[||Worse]];
   end Try;
begin
   Try;
exception
   when Bad =>
      pragma Assert (Seen = 1);
end Reraise;
