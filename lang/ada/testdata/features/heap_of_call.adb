-- errors
procedure Heap_Of_Call is
   procedure Fill (Last : Positive) is
      type Row is array (1 .. Last) of Boolean;
      type Node is record
         Data : Row;
      end record;
      type Link is access Node;
      L : Link := new Node'(Data => (others => False));
   begin
      L.Data (Last) := True;
      pragma Assert (L.Data (Last) and then not L.Data ([[1||Last]]));
   end Fill;
begin
   Fill (2);
   Fill (4);
end Heap_Of_Call;
