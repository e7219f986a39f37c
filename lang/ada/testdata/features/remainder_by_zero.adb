-- deadlock possible
procedure Remainder_By_Zero is
   N : Integer := [[2||0]];
   M : Integer := 5;
   task Sink is
      entry Put;
   end Sink;
   task body Sink is
   begin
      accept Put;
   end Sink;
   task Reader;
   task body Reader is
   begin
      M := M mod N;
      Sink.Put;
   end Reader;
begin
   null;
end Remainder_By_Zero;
