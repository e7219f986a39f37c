-- errors
procedure Renamed is
   type Row is array (1 .. 2) of Integer range 0 .. 9;
   R : Row := (1, 2);
   I : Integer range 1 .. 2 := 1;
   task T;
   task body T is
   begin
      declare
         X : Integer renames R (I);
      begin
         I := 2;
         X := 7;  -- the element of the declaration
      end;
      pragma Assert (R ([[1||2]]) = 7);
   end T;
begin
   null;
end Renamed;
