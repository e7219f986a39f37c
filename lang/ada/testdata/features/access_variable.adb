-- deadlock
procedure Access_Variable is
   protected Never is
      entry Wait;
   private
      Open : Boolean := False;
   end Never;
   protected body Never is
      entry Wait when Open is
      begin
         null;
      end Wait;
   end Never;
   task type T (Waits : Boolean) is
      entry E;
   end T;
   type Ref is access all T;
   task body T is
   begin
      select
         accept E do
            if Waits then
               Never.Wait;
            end if;
         end E;
      or
         terminate;
      end select;
   end T;
   X : aliased T ([[False||True]]);
   Q : Ref := new T (False);
   P : Ref := X'Access;
begin
   P.E;
exception
   when others => null;
end Access_Variable;
