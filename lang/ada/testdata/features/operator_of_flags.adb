-- deadlock possible
procedure P is
   type Flags is array (Positive range <>) of Boolean;
   A : constant Flags := (True, False);
   B : constant Flags := [[(False, True)||(False, True, True)]];

   task T is
      entry Go;
   end T;

   task body T is
      C : Boolean := True;
   begin
      C := Flags'(A and B) = A;
      accept Go;
   exception
      when Constraint_Error =>
         accept Go;
         accept Go;
   end T;
begin
   T.Go;
end P;
