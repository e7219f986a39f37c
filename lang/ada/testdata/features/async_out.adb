-- errors
procedure Async_Out is
   type Level is range 0 .. 3;
   protected Store is
      entry Get (N : out Level);
      function Left return Level;
   private
      Full : Boolean := True;
   end Store;
   protected body Store is
      entry Get (N : out Level) when Full is
      begin
         N := 2;
         Full := False;
      end Get;
      function Left return Level is (if Full then 1 else 0);
   end Store;
   N : Level := 0;
begin
   select
      delay 0.1;
   then abort
      Store.Get (N);
   end select;
   pragma Assert ([[N = 0 or Store.Left = 0||N = 2 or Store.Left = 1]]);
end Async_Out;
