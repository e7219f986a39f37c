-- errors
procedure Abort_Callable is
   task T is
      entry Never;
   end T;
   task body T is
   begin
      accept Never;
   end T;
begin
   pragma Assert (T'Callable);
   abort T;
   pragma Assert ([[not T'Callable||T'Callable]]);
end Abort_Callable;
