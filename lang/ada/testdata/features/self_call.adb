-- deadlock
procedure Self_Call is
   task T is
      entry Go;
   end T;
   task body T is
   begin
      [[null||T.Go]];  -- nobody else accepts it
   end T;
begin
   null;
end Self_Call;
