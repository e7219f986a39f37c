-- errors
procedure Text_By_Discriminant is
   subtype Length is Natural range 0 .. 9;
   type Text (Last : Length := 0) is record
      Data : String (1 .. Last);
   end record;
   protected Box is
      procedure Put (X : Text);
      procedure Get (X : out Text);
   private
      Kept : Text;
   end Box;
   protected body Box is
      procedure Put (X : Text) is
      begin
         Kept := X;
      end Put;
      procedure Get (X : out Text) is
      begin
         X := Kept;
      end Get;
   end Box;
   M : Text;
   F : Text ([[2||3]]);
begin
   Box.Put ((2, "ab"));
   Box.Get (M);
   pragma Assert (M.Last = 2);
   Box.Get (F);
end Text_By_Discriminant;
