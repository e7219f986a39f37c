-- errors possible
procedure Access_Returned is
   type Text is access String;
   task T is
      entry E (W : out Text);
   end T;
   task body T is
   begin
      accept E (W : out Text) do
         W := new String'("four");
      end E;
   end T;
   V : Text [[||(1 .. 3)]];
begin
   T.E (V);
end Access_Returned;
