-- errors
procedure Discriminant_Access is
   protected type Lock is
      entry Seize;
      procedure Release;
   private
      Busy : Boolean := False;
   end Lock;
   protected body Lock is
      entry Seize when not Busy is
      begin
         Busy := True;
      end Seize;
      procedure Release is
      begin
         Busy := False;
      end Release;
   end Lock;
   L, M : aliased Lock;
   Inside : Integer range 0 .. 2 := 0;
   pragma Atomic (Inside);
   task type User (Mine : access Lock);
   task body User is
   begin
      Mine.Seize;
      Inside := Inside + 1;
      pragma Assert (Inside = 1);
      Inside := Inside - 1;
      Mine.Release;
   end User;
   A : User (L'Access);
   B : User ([[L||M]]'Access);
begin
   null;
end Discriminant_Access;
