--  The sieve of Eratosthenes: a pipeline of tasks, each made by the one before.
--! expect no-deadlock
--! expect no-runtime-errors
with Ada.Text_IO; use Ada.Text_IO;

procedure Sieve is
   Limit : constant := 7;
   subtype Number is Integer range 0 .. Limit;   --  0: no more

   task type Filter is
      entry Input (N : in Number);
   end Filter;

   type Filter_Access is access Filter;

   function New_Filter return Filter_Access is
   begin
      return new Filter;
   end New_Filter;

   task body Filter is
      Prime, N : Number;
      Next     : Filter_Access;
   begin
      accept Input (N : in Number) do
         Prime := N;
      end Input;
      if Prime /= 0 then
         Put_Line (Number'Image (Prime));
         Next := New_Filter;
         loop
            accept Input (N : in Number) do
               Filter.N := N;
            end Input;
            if N = 0 then
               Next.Input (0);
               exit;
            elsif N mod Prime /= 0 then
               Next.Input (N);
            end if;
         end loop;
      end if;
   end Filter;

   First : Filter_Access := new Filter;
begin
   for I in 2 .. Number'Last loop
      First.Input (I);
   end loop;
   First.Input (0);
end Sieve;
