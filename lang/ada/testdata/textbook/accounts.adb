--  A record type with operations, a protected map of accounts, and a case statement.
--! expect no-deadlock
--! expect no-runtime-errors
with Ada.Text_IO; use Ada.Text_IO;

procedure Accounts is
   type Name is (Alice, Bob);
   subtype Money is Integer range 0 .. 4;
   type Account is record
      Balance : Money := 2;
      Frozen  : Boolean := False;
   end record;
   type Book is array (Name) of Account;
   type Request is (Deposit, Withdraw);

   No_Money : exception;

   protected Bank is
      procedure Do_It (What : Request; N : Name; Sum : Money);
      function Total return Natural;
   private
      Accounts_Of : Book;
   end Bank;

   protected body Bank is
      procedure Do_It (What : Request; N : Name; Sum : Money) is
         A : Account renames Accounts_Of (N);
      begin
         case What is
            when Deposit =>
               A.Balance := A.Balance + Sum;
            when Withdraw =>
               if A.Balance < Sum then
                  raise No_Money;
               end if;
               A.Balance := A.Balance - Sum;
         end case;
      end Do_It;

      function Total return Natural is
         Sum : Natural := 0;
      begin
         for N in Name loop
            Sum := Sum + Accounts_Of (N).Balance;
         end loop;
         return Sum;
      end Total;
   end Bank;

   procedure Transfer (From, To : Name; Sum : Money) is
   begin
      Bank.Do_It (Withdraw, From, Sum);
      Bank.Do_It (Deposit, To, Sum);
   exception
      when No_Money =>
         Put_Line ("no money");
   end Transfer;

begin
   declare
      task One;
      task Two;

      task body One is
      begin
         Transfer (Alice, Bob, 2);
      end One;

      task body Two is
      begin
         Transfer (Bob, Alice, 1);
      end Two;
   begin
      null;
   end;
   pragma Assert (Bank.Total = 4);
end Accounts;
