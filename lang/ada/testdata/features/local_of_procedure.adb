-- errors
procedure Local_Of_Procedure is
   procedure Add (N : in out Integer) is
      Local : Integer range 0 .. 9 := 0;
   begin
      Local := Local + N;
      N := Local + 1;
   end Add;
   task T;
   task body T is
      X : Integer range 0 .. 9 := 1;
   begin
      Add (X);
      Add (X);  -- Local begins anew
      pragma Assert (X = [[3||4]]);
   end T;
begin
   null;
end Local_Of_Procedure;
