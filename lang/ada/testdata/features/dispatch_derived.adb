-- deadlock
procedure Dispatch_Derived is
   package Base is
      type Node is tagged limited null record;
      procedure Act (N : in out Node);
      procedure Run (N : in out Node'Class);
   end Base;
   protected Gate is
      entry Pass;
      procedure Open;
   private
      O : Boolean := False;
   end Gate;
   protected body Gate is
      entry Pass when O is
      begin
         null;
      end Pass;
      procedure Open is
      begin
         O := True;
      end Open;
   end Gate;
   package body Base is
      procedure Act (N : in out Node) is
      begin
         null;
      end Act;
      procedure Run (N : in out Node'Class) is
      begin
         N.Act;
      end Run;
   end Base;
   package Child is
      type Leaf is new Base.Node with null record;
      overriding procedure Act (N : in out Leaf);
   end Child;
   package body Child is
      overriding procedure Act (N : in out Leaf) is
      begin
         Gate.Open;
      end Act;
   end Child;
   X : [[Child.Leaf||Base.Node]];
begin
   Base.Run (X);
   Gate.Pass;
end Dispatch_Derived;
