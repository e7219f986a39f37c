-- errors
procedure Elements is
   type Row is array (1 .. 3) of Integer range 0 .. 9;
   R : Row := (1, 2, 3);
   task T;
   task body T is
   begin
      for X of R loop
         X := X + 1;
      end loop;
      pragma Assert (R = (2, 3, [[4||3]]));
   end T;
begin
   null;
end Elements;
