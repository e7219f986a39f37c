-- errors
procedure Abort_Order is
   task type Worker is
      entry Never;
   end Worker;
   task body Worker is
   begin
      accept Never;
   end Worker;
   A, B : Worker;
   task Watch;
   task body Watch is
   begin
      if not B'Callable then
         pragma Assert ([[not B'Callable||not A'Callable]]);
      end if;
   end Watch;
begin
   abort A, B;
end Abort_Order;
