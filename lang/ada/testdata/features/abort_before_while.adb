-- deadlock
procedure P is
   K       : Integer range 0 .. 1 := [[1||0]];
   Started : Boolean := False;
   pragma Volatile (K);
   pragma Volatile (Started);

   task Never is
      entry Wait;
   end Never;

   task T;

   task body Never is
   begin
      select
         when K = 1 => accept Wait;
      or
         terminate;
      end select;
   end Never;

   task body T is
   begin
      Started := True;
      while 1 / K > 0 loop
         null;
      end loop;
   end T;
begin
   while not Started loop
      null;
   end loop;
   abort T;
   while not T'Terminated loop
      null;
   end loop;
   [[null||Never.Wait]];
end P;
