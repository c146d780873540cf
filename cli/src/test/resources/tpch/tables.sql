/* Tables like those of TPC-H, from hashes: the same on every run. The variable scale is in units of 1,500 orders, default 1. */
create macro scaled(n) as (n * coalesce(getvariable('scale'), 1))::int;
create macro pick(seed, n) as (hash(seed) % n)::int;
create macro word(list, seed) as list[pick(seed, len(list)) + 1];
create table region as
  select i::int as r_regionkey,
    ['AFRICA', 'AMERICA', 'ASIA', 'EUROPE', 'MIDDLE EAST'][i + 1] as r_name, 'none' as r_comment
  from range(5) t(i);
create table nation as
  select i::int as n_nationkey,
    ['ALGERIA', 'ARGENTINA', 'BRAZIL', 'CANADA', 'EGYPT', 'ETHIOPIA', 'FRANCE', 'GERMANY', 'INDIA',
     'INDONESIA', 'IRAN', 'IRAQ', 'JAPAN', 'JORDAN', 'KENYA', 'MOROCCO', 'MOZAMBIQUE', 'PERU',
     'CHINA', 'ROMANIA', 'SAUDI ARABIA', 'VIETNAM', 'RUSSIA', 'UNITED KINGDOM', 'UNITED STATES']
      [i + 1] as n_name,
    [0, 1, 1, 1, 4, 0, 3, 3, 2, 2, 4, 4, 2, 4, 0, 0, 0, 1, 2, 3, 4, 2, 3, 3, 1][i + 1]::int
      as n_regionkey,
    'none' as n_comment
  from range(25) t(i);
create table supplier as
  select i::int as s_suppkey, 'Supplier#' || lpad(i::varchar, 9, '0') as s_name,
    'address ' || pick(i, 100) as s_address, pick(i + 7, 25) as s_nationkey,
    (10 + pick(i, 25)) || '-' || (100 + pick(i + 1, 900)) as s_phone,
    (pick(i + 2, 1000000) / 100.0 - 999)::decimal(15,2) as s_acctbal,
    if(pick(i + 3, 9) = 0, 'a Customer who Complaints', 'fine') as s_comment
  from range(1, 1 + scaled(40)) t(i);
create table customer as
  select i::int as c_custkey, 'Customer#' || lpad(i::varchar, 9, '0') as c_name,
    'street ' || pick(i, 999) as c_address, pick(i + 9, 25) as c_nationkey,
    (10 + pick(i + 9, 25)) || '-' || (100 + pick(i + 1, 900)) as c_phone,
    (pick(i + 2, 1100000) / 100.0 - 999)::decimal(15,2) as c_acctbal,
    word(['AUTOMOBILE', 'BUILDING', 'FURNITURE', 'MACHINERY', 'HOUSEHOLD'], i) as c_mktsegment,
    'none' as c_comment
  from range(1, 1 + scaled(150)) t(i);
create table part as
  select i::int as p_partkey,
    word(['almond', 'forest green', 'blue', 'green', 'forest'], i) || ' part' as p_name,
    'Manufacturer#' || (1 + pick(i, 5)) as p_mfgr,
    'Brand#' || (1 + pick(i, 5)) || (1 + pick(i + 1, 5)) as p_brand,
    word(['STANDARD', 'SMALL', 'MEDIUM', 'LARGE', 'ECONOMY', 'PROMO'], i + 2) || ' '
      || word(['ANODIZED', 'BURNISHED', 'PLATED', 'POLISHED', 'BRUSHED'], i + 3) || ' '
      || word(['TIN', 'NICKEL', 'BRASS', 'STEEL', 'COPPER'], i + 4) as p_type,
    1 + pick(i + 5, 50) as p_size,
    word(['SM', 'LG', 'MED', 'JUMBO', 'WRAP'], i + 6) || ' '
      || word(['CASE', 'BOX', 'BAG', 'JAR', 'PKG', 'PACK', 'CAN', 'DRUM'], i + 7) as p_container,
    (900 + i / 10.0)::decimal(15,2) as p_retailprice, 'none' as p_comment
  from range(1, 1 + scaled(200)) t(i);
create table partsupp as
  select p::int as ps_partkey, (1 + (p + s * 11) % scaled(40))::int as ps_suppkey,
    1 + pick(p * 4 + s, 9999) as ps_availqty,
    (1 + pick(p * 5 + s, 99900) / 100.0)::decimal(15,2) as ps_supplycost, 'none' as ps_comment
  from range(1, 1 + scaled(200)) a(p), range(4) b(s);
create table orders as
  select i::int as o_orderkey, 1 + pick(i, scaled(100)) as o_custkey,
    word(['O', 'F', 'P'], i + 1) as o_orderstatus,
    (1000 + pick(i + 2, 40000000) / 100.0)::decimal(15,2) as o_totalprice,
    date '1992-01-01' + pick(i + 3, 2405) as o_orderdate,
    word(['1-URGENT', '2-HIGH', '3-MEDIUM', '4-NOT SPECIFIED', '5-LOW'], i + 4)
      as o_orderpriority,
    'Clerk#' || pick(i, 10) as o_clerk, 0 as o_shippriority,
    if(pick(i + 5, 7) = 0, 'some special heavy requests', 'plain') as o_comment
  from range(1, 1 + scaled(1500)) t(i);
create table lineitem as
  select o_orderkey as l_orderkey, p as l_partkey, (1 + (p + pick(seed, 4) * 11) % scaled(40))::int
      as l_suppkey,
    n::int as l_linenumber, q::decimal(15,2) as l_quantity,
    (q * (900 + p / 10.0))::decimal(15,2) as l_extendedprice,
    (pick(seed + 2, 11) / 100.0)::decimal(15,2) as l_discount,
    (pick(seed + 3, 9) / 100.0)::decimal(15,2) as l_tax,
    word(['R', 'A', 'N'], seed + 4) as l_returnflag, word(['O', 'F'], seed + 5) as l_linestatus,
    ship as l_shipdate, o_orderdate + 30 + pick(seed + 7, 60) as l_commitdate,
    ship + 1 + pick(seed + 8, 30) as l_receiptdate,
    word(['DELIVER IN PERSON', 'COLLECT COD', 'NONE', 'TAKE BACK RETURN'], seed + 9)
      as l_shipinstruct,
    word(['REG AIR', 'AIR', 'RAIL', 'SHIP', 'TRUCK', 'MAIL', 'FOB', 'AIR REG'], seed + 10)
      as l_shipmode,
    'none' as l_comment
  from (
    select *, o_orderkey * 8 + n as seed, 1 + pick(o_orderkey * 8 + n, scaled(200)) as p,
      1 + pick(o_orderkey * 8 + n + 1, 50) as q,
      o_orderdate + 1 + pick(o_orderkey * 8 + n + 6, 121) as ship
    from orders, range(1, 8) t(n)
    where n <= 1 + pick(o_orderkey, 7));
