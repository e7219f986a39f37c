-- errors
procedure Callable is
   task T is
      entry Go;
   end T;
   task body T is
   begin
      accept Go;
   end T;
begin
   pragma Assert (T'Callable);
   T.Go;
   pragma Assert ([[T'Callable or not T'Callable||T'Callable]]);
end Callable;
