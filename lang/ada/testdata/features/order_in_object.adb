-- deadlock possible
procedure Order_In_Object is
   protected P is
      entry Get;
      procedure Open;
      function Waiting return Natural;
   private
      entry Second;
      Is_Open : Boolean := False;
   end P;
   protected body P is
      entry Get when True is begin requeue Second; end Get;
      entry Second when Is_Open is begin Is_Open := False; end Second;
      procedure Open is begin Is_Open := True; end Open;
      function Waiting return Natural is begin return Second'Count; end Waiting;
   end P;
   task S is entry Done1; entry Done2; end S;
   task T1;
   task T2 is entry Start; end T2;
   task body S is
   begin
      while P.Waiting = 0 loop delay 0.01; end loop;
      T2.Start;
      while P.Waiting < 2 loop delay 0.01; end loop;
      P.Open;
      [[while P.Waiting = 2 loop delay 0.01; end loop;
      P.Open;
      accept Done1||accept Done1;
      P.Open]];
      accept Done2;
   end S;
   task body T1 is begin P.Get; S.Done1; end T1;
   task body T2 is begin accept Start; P.Get; S.Done2; end T2;
begin
   null;
end Order_In_Object;
