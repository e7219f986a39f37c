--  Divide and conquer: a tree of tasks.
--
--  What it shows: tasks that declare tasks of their own type. A problem is split
--  into halves until its size is one; the block that declares two tasks is left
--  when both have terminated, so the whole is combined after its parts.
--
--  The twin of ../divide_conquer.tfg.
--
--! expect no-deadlock

with Ada.Text_IO; use Ada.Text_IO;

procedure Divide_Conquer is

   Size : constant := 2;                    --  a power of two

   task type Solve (Length : Positive; First : Natural);

   --  Within the body of Solve its name is that of the task, not of the type.
   subtype Solver is Solve;

   task body Solve is
   begin
      if Length = 1 then
         Put_Line ("solved(" & Natural'Image (First) & ")");
         --! event solved(First)
      else
         declare
            Left  : Solver (Length / 2, First);
            Right : Solver (Length / 2, First + Length / 2);
         begin
            null;
         end;
         Put_Line ("combined(" & Positive'Image (Length) & "," & Natural'Image (First) & ")");
         --! event combined(Length, First)
      end if;
   end Solve;

begin
   declare
      Whole : Solver (Size, 0);
   begin
      null;
   end;
   Put_Line ("finished");
   --! event finished
end Divide_Conquer;
