-- deadlock possible
procedure Long_Function is
   function Sum (N : Integer) return Integer is
      S : Integer := 0;
   begin
      for I in 1 .. N loop
         for J in 1 .. 1000 loop
            S := (S + I) mod 7;
         end loop;
      end loop;
      return S;
   end Sum;
   protected Gate is
      entry Pass;
      procedure Open;
   private
      Is_Open : Boolean := False;
   end Gate;
   protected body Gate is
      entry Pass when Is_Open is
      begin
         null;
      end Pass;
      procedure Open is
      begin
         Is_Open := True;
      end Open;
   end Gate;
   task T;
   task body T is
      N : Integer := 0;
   begin
      begin
         N := Sum (1000);
      exception
         when others => null;
      end;
      [[Gate.Open;||null;]]
   end T;
begin
   Gate.Pass;
end Long_Function;
