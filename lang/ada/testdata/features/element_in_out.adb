-- errors
procedure Element_In_Out is
   type Row is array (1 .. 2) of Integer range 0 .. 9;
   R : Row := (0, 0);
   I : Integer range 1 .. 2 := 1;
   procedure Set (X : in out Integer) is
   begin
      I := 2;
      X := 7;
   end Set;
   task T;
   task body T is
   begin
      Set (R (I));
      pragma Assert (R ([[1||2]]) = 7);
   end T;
begin
   null;
end Element_In_Out;
