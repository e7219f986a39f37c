-- deadlock
procedure Protected_Allocated is
   protected type Mutex is
      entry Lock;
      procedure Unlock;
   private
      Free : Boolean := True;
   end Mutex;
   protected body Mutex is
      entry Lock when Free is
      begin
         Free := False;
      end Lock;
      procedure Unlock is
      begin
         Free := True;
      end Unlock;
   end Mutex;
   type Ref is access Mutex;
   A : Ref := new Mutex;
   B : Ref := [[new Mutex||A]];
begin
   A.Lock;
   B.Lock;
   A.Unlock;
end Protected_Allocated;
