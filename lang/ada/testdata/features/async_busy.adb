-- deadlock
procedure Async_Busy is
   protected Shut is
      entry Wait;
   end Shut;
   protected body Shut is
      entry Wait when False is
      begin
         null;
      end Wait;
   end Shut;
   Begun : Boolean := False;
begin
   select
      delay 0.1;
   then abort
      Begun := True;
      loop
         null;
      end loop;
   end select;
   [[null;||if Begun then Shut.Wait; end if;]]
end Async_Busy;
