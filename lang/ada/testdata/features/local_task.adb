-- errors
procedure Local_Task is
   task type Worker;
   Workers : array (1 .. 2) of Worker;
   task body Worker is
      X : Integer range 0 .. 3 := 0;
   begin
      declare
         task Helper is
            entry Go;
         end Helper;
         task body Helper is
         begin
            accept Go do
               X := X + 1;
            end Go;
         end Helper;
      begin
         Helper.Go;
      end;
      pragma Assert (X = [[1||2]]);
   end Worker;
begin
   null;
end Local_Task;
