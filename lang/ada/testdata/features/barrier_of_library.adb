-- deadlock
with Ada.Synchronous_Barriers; use Ada.Synchronous_Barriers;
procedure Barrier_Of_Library is
   All_Here : Synchronous_Barrier (2);
   task T;
   task body T is
      First : Boolean;
   begin
      Wait_For_Release (All_Here, First);
   end T;
   First : Boolean;
begin
   [[Wait_For_Release (All_Here, First)||null]];
end Barrier_Of_Library;
