-- deadlock possible
with Ada.Real_Time; use Ada.Real_Time;
with Ada.Real_Time.Timing_Events; use Ada.Real_Time.Timing_Events;
package Pulse is
   protected Bell is
      procedure Ring (Event : in out Timing_Event);
      entry Heard;
   private
      Rung : Boolean := [[True||False]];
   end Bell;
   Event : Timing_Event;
end Pulse;
package body Pulse is
   protected body Bell is
      procedure Ring (Event : in out Timing_Event) is
      begin
         Rung := True;
      end Ring;
      entry Heard when Rung is
      begin
         null;
      end Heard;
   end Bell;
end Pulse;
with Ada.Real_Time; use Ada.Real_Time;
with Ada.Real_Time.Timing_Events; use Ada.Real_Time.Timing_Events;
with Pulse; use Pulse;
procedure Handler_Of_Library is
begin
   [[null;||Set_Handler (Event, Milliseconds (5), Bell.Ring'Access);]]
   Bell.Heard;
end Handler_Of_Library;
