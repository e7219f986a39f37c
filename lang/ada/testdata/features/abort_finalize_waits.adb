-- deadlock
with Ada.Finalization;
procedure Abort_Finalize_Waits is
   task Clerk is
      entry Note;
   end Clerk;
   package P is
      type Guest is new Ada.Finalization.Limited_Controlled with null record;
      overriding procedure Finalize (G : in out Guest);
   end P;
   package body P is
      procedure Finalize (G : in out Guest) is
      begin
         Clerk.Note;
         [[Clerk.Note;||null;]]
      end Finalize;
   end P;
   task body Clerk is
   begin
      accept Note;
      accept Note;
   end Clerk;
   task T is
      entry Begun;
   end T;
   task body T is
      G : P.Guest;
   begin
      accept Begun;
   end T;
begin
   T.Begun;
   abort T;
end Abort_Finalize_Waits;
