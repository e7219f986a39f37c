-- errors
procedure Enumeration_Family is
   type Color is (Red, Green);
   protected Lights is
      entry Wait (Color);
      procedure Set (C : Color);
   private
      Now : Color := Red;
   end Lights;
   protected body Lights is
      entry Wait (for C in Color) when Now = C is
      begin
         null;
      end Wait;
      procedure Set (C : Color) is
      begin
         Now := C;
      end Set;
   end Lights;
   Passed : Boolean := False;
   pragma Atomic (Passed);
   task T;
   task body T is
   begin
      Lights.Wait (Green);
      Passed := True;
   end T;
begin
   pragma Assert ([[not Passed||Passed]]);
   Lights.Set (Green);
end Enumeration_Family;
