-- deadlock
procedure Requeue_Family is
   type Color is (Red, Green);
   protected Lights is
      entry Pass;
      procedure Set (C : Color);
   private
      entry Wait (Color);
      Now : Color := Red;
   end Lights;
   protected body Lights is
      entry Pass when True is
      begin
         requeue Wait (Green);
      end Pass;
      entry Wait (for C in Color) when Now = C is
      begin
         null;
      end Wait;
      procedure Set (C : Color) is
      begin
         Now := C;
      end Set;
   end Lights;
   task T;
   task body T is
   begin
      Lights.Pass;
   end T;
begin
   Lights.Set ([[Green||Red]]);
end Requeue_Family;
