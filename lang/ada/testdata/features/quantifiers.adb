-- errors
procedure Quantifiers is
   type Row is array (1 .. 3) of Boolean;
   R : Row := (others => False);
   task T;
   task body T is
   begin
      R (2) := True;
      pragma Assert ((for some I in R'Range => R (I)) and not (for all I in R'Range => R (I)));
      pragma Assert (for [[some||all]] X of R => X);
   end T;
begin
   null;
end Quantifiers;
