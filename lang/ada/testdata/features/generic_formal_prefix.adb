-- errors
procedure Generic_Formal_Prefix is
   procedure Set (Cell : out Boolean; Value : Boolean) is
   begin
      Cell := Value;
   end Set;
   generic
      type Item is private;
      with procedure Set (Cell : out Item; Value : Item) is <>;
   package Shared is
      procedure Set (Value : Item);
      procedure Get (Value : out Item);
   end Shared;
   package body Shared is
      task Keeper is
         entry Set (Value : Item);
         entry Get (Value : out Item);
      end Keeper;
      task body Keeper is
         Cell : Item;
      begin
         accept Set (Value : Item) do
            Shared.Set (Cell, Value);
         end Set;
         accept Get (Value : out Item) do
            Value := Cell;
         end Get;
      end Keeper;
      procedure Set (Value : Item) is
      begin
         Keeper.Set (Value);
      end Set;
      procedure Get (Value : out Item) is
      begin
         Keeper.Get (Value);
      end Get;
   end Shared;
   package Flags is new Shared (Boolean);
   Flag : Boolean;
begin
   Flags.Set (True);
   Flags.Get (Flag);
   pragma Assert ([[Flag||not Flag]]);
end Generic_Formal_Prefix;
