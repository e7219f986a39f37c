-- errors
procedure Formal_Operator is
   type Money is record
      Cents : Integer range 0 .. 9;
   end record;
   function "<" (X, Y : Money) return Boolean is (X.Cents > Y.Cents);
   generic
      type Item is private;
      with function Before (X, Y : Item) return Boolean;
   function Least (X, Y : Item) return Item;
   function Least (X, Y : Item) return Item is
   begin
      if Before (X, Y) then
         return X;
      else
         return Y;
      end if;
   end Least;
   function Of_Numbers is new Least (Integer, "<");
   function Of_Money is new Least (Money, "<");
   function Less (X, Y : Integer) return Boolean renames "<";
begin
   pragma Assert (Of_Numbers (3, 4) = [[3||4]]);
   pragma Assert (Of_Money ((Cents => 3), (Cents => 4)).Cents = 4);
   pragma Assert (Less (3, 4));
end Formal_Operator;
