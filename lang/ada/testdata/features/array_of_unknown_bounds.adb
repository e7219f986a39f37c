-- deadlock possible
with Ada.Command_Line; use Ada.Command_Line;
procedure Array_Of_Unknown_Bounds is
   type Row is array (Positive range <>) of Integer;
   task Server is
      entry Add (N : Integer);
      entry Stop;
   end Server;
   task body Server is
   begin
      loop
         select
            accept Add (N : Integer);
         or
            accept Stop;
            exit;
         end select;
      end loop;
   end Server;
   procedure Fill (N : Natural) is
      R : Row (1 .. N);
      S : array (1 .. N) of Boolean := (others => True);
   begin
      for I in R'Range loop
         R (I) := I;
         if S (I) then
            Server.Add (R (I));
         end if;
      end loop;
   end Fill;
begin
   Fill (Argument_Count);
   [[Server.Stop;||null;]]
exception
   when Constraint_Error => Server.Stop;
end Array_Of_Unknown_Bounds;
