-- deadlock
procedure Protected_In_Record is
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
   type Account is record
      Guard : Mutex;
      Sum   : Integer := 0;
   end record;
   A : array (1 .. 2) of Account;
begin
   A (1).Guard.Lock;
   A ([[2||1]]).Guard.Lock;
end Protected_In_Record;
