-- deadlock
procedure Entry_And_Procedure is
   procedure E (N : Integer) is null;
   task T is
      entry E (B : Boolean);
   end T;
   task body T is
   begin
      E ([[1||True]]);
      accept E (B : Boolean);
   end T;
begin
   T.E (True);
end Entry_And_Procedure;
