-- deadlock
procedure Allocated_With_Access is
   protected type Mutex is
      entry Lock;
      procedure Unlock;
   private
      Locked : Boolean := False;
   end Mutex;
   protected body Mutex is
      entry Lock when not Locked is
      begin
         Locked := True;
      end Lock;
      procedure Unlock is
      begin
         Locked := False;
      end Unlock;
   end Mutex;
   type Mutex_Ref is access Mutex;
   task type Guest (Left, Right : Mutex_Ref);
   type Guest_Ref is access Guest;
   task body Guest is
   begin
      Left.Lock;
      Right.Lock;
      Right.Unlock;
      Left.Unlock;
   end Guest;
   Forks : array (0 .. 1) of Mutex_Ref;
   A, B : Guest_Ref;
begin
   for I in Forks'Range loop
      Forks (I) := new Mutex;
   end loop;
   A := new Guest (Forks (0), Forks (1));
   B := new Guest ([[Forks (0), Forks (1)||Forks (1), Forks (0)]]);
end Allocated_With_Access;
