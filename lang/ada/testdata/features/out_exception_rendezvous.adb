-- errors
procedure Out_Exception_Rendezvous is
   Bad : exception;
   subtype Small is Integer range 0 .. 3;
   task Server is
      entry Get (V : out Small);
   end Server;
   task body Server is
   begin
      begin
         accept Get (V : out Small) do
            V := 2;
            raise Bad;
         end Get;
      exception
         when Bad => null;
      end;
   end Server;
   N : Small := 1;
begin
   begin
      Server.Get (N);
   exception
      when Bad => null;
   end;
   pragma Assert (N = [[1||2]]);  -- nothing comes back
end Out_Exception_Rendezvous;
