-- deadlock possible
with Ada.Exceptions;
with Ada.Task_Identification; use Ada.Task_Identification;
with Ada.Task_Termination; use Ada.Task_Termination;
package Watching is
   protected Watch is
      procedure Ended (Cause : Cause_Of_Termination; Id : Task_Id;
                       Why   : Ada.Exceptions.Exception_Occurrence);
      entry Wait;
   private
      Known : Boolean := [[True||False]];
   end Watch;
   task Worker;
end Watching;
package body Watching is
   protected body Watch is
      procedure Ended (Cause : Cause_Of_Termination; Id : Task_Id;
                       Why   : Ada.Exceptions.Exception_Occurrence) is
      begin
         Known := True;
      end Ended;
      entry Wait when Known is
      begin
         null;
      end Wait;
   end Watch;
   task body Worker is
   begin
      delay 0.1;
   end Worker;
end Watching;
with Ada.Task_Termination; use Ada.Task_Termination;
with Watching; use Watching;
procedure Termination_Handler is
begin
   [[null;||Set_Specific_Handler (Worker'Identity, Watch.Ended'Access);]]
   Watch.Wait;
end Termination_Handler;
