-- errors possible
procedure Access_With_Constraint is
   type Text is access String;
   subtype Word is Text [[||(1 .. 3)]];
   task T is
      entry E (W : Word);
   end T;
   task body T is
   begin
      accept E (W : Word);
   end T;
   V : Text;
begin
   V := new String'("four");
   T.E (V);
end Access_With_Constraint;
