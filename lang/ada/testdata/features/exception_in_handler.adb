-- errors
procedure Exception_In_Handler is
   First, Second : exception;
   task T;
   task body T is
   begin
      begin
         raise First;
      exception
         when First => raise Second;
         when Second =>
            pragma Assert (False);  -- not in the same part
      end;
   exception
      when [[Second||First]] => null;
   end T;
begin
   null;
end Exception_In_Handler;
