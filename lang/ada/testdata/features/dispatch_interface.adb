-- deadlock
procedure Dispatch_Interface is
   package L is
      type Lockable is limited interface;
      procedure Seize (X : in out Lockable) is abstract;
      procedure Leave (X : in out Lockable) is abstract;
      protected type Mutex is new Lockable with
         overriding entry Seize;
         overriding procedure Leave;
      private
         Busy : Boolean := False;
      end Mutex;
      type Fake is limited new Lockable with null record;
      overriding procedure Seize (X : in out Fake);
      overriding procedure Leave (X : in out Fake);
   end L;
   package body L is
      protected body Mutex is
         entry Seize when not Busy is
         begin
            Busy := True;
         end Seize;
         procedure Leave is
         begin
            Busy := False;
         end Leave;
      end Mutex;
      overriding procedure Seize (X : in out Fake) is null;
      overriding procedure Leave (X : in out Fake) is null;
   end L;
   use L;
   procedure Work (A, B : in out Lockable'Class) is
   begin
      A.Seize;
      B.Seize;
      B.Leave;
      A.Leave;
   end Work;
   M, N : Mutex;
   F : Fake;
   task T;
   task body T is
   begin
      Work ([[F||M]], N);
   end T;
begin
   Work (N, M);
end Dispatch_Interface;
