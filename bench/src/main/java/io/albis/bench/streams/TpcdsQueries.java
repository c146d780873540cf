// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Queries that follow those of TPC-DS with the same names: the same large tables as many times, the
 * same joins with small tables, groups and sums, and parameters drawn as its query generator does.
 * They leave out what is not reading: sorting, window functions, joins of two large tables, and
 * joins with {@code customer} and {@code customer_demographics}.
 */
public final class TpcdsQueries {

  /** The names of all tables that the queries read, large ones first. */
  public static final List<String> TABLES =
      Stream.of(
              "store_sales catalog_sales web_sales customer_address date_dim",
              "household_demographics item promotion ship_mode store time_dim warehouse",
              "web_page web_site")
          .flatMap(names -> Stream.of(names.split(" ", -1)))
          .toList();

  private static final LocalDate FIRST_DATE = LocalDate.of(1900, 1, 2);
  private static final int FIRST_DATE_KEY = 2_415_022;
  private static final int FIRST_YEAR = 1998;
  private static final int YEARS = 5;

  private static final String[] CATEGORIES =
      "Women,Men,Children,Shoes,Music,Jewelry,Home,Sports,Books,Electronics".split(",", -1);

  private static final StarScan STORE = StarScan.of("store_sales");
  private static final StarScan CATALOG = StarScan.of("catalog_sales");
  private static final StarScan WEB = StarScan.of("web_sales");
  private static final Dimension DATES = Dimension.of("date_dim", "d_date_sk");
  private static final Dimension ITEMS = Dimension.of("item", "i_item_sk");
  private static final Dimension STORES = Dimension.of("store", "s_store_sk");
  private static final Dimension TIMES = Dimension.of("time_dim", "t_time_sk");
  private static final Dimension HOUSEHOLDS = Dimension.of("household_demographics", "hd_demo_sk");
  private static final Dimension ADDRESSES = Dimension.of("customer_address", "ca_address_sk");

  private final SplittableRandom random;

  private TpcdsQueries(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** All queries, with the parameters of a seed. */
  public static List<Query> of(long seed) {
    return new TpcdsQueries(seed).all();
  }

  /**
   * The queries of a stream, in its order and with its parameters.
   *
   * @param count the number of queries; the first ones of the order
   */
  public static List<Query> ofStream(long seed, int stream, int count) {
    List<Query> queries = new ArrayList<>(of(seed * 1_000 + stream));
    SplittableRandom order = new SplittableRandom(seed * 1_000 + stream);
    for (int i = queries.size() - 1; i > 0; i--) {
      queries.set(i, queries.set(order.nextInt(i + 1), queries.get(i)));
    }
    return queries.subList(0, Math.min(count, queries.size()));
  }

  /** The key of a date in {@code date_dim}. */
  static int key(LocalDate date) {
    return FIRST_DATE_KEY + (int) ChronoUnit.DAYS.between(FIRST_DATE, date);
  }

  private List<Query> all() {
    return List.of(
        q2(),
        q3(),
        q9(),
        Query.of("q12", ofClasses(WEB, "ws_", "ws_ext_sales_price")),
        q19(),
        Query.of("q20", ofClasses(CATALOG, "cs_", "cs_ext_sales_price")),
        q27(),
        q28(),
        inThreeChannels("q33", "i_manufact_id"),
        q36(),
        ofManager("q42", "i_category_id"),
        q43(),
        ofManager("q52", "i_brand_id"),
        byMonth("q53", "i_manufact_id"),
        ofManager("q55", "i_brand_id"),
        inThreeChannels("q56", "i_class_id"),
        q59(),
        q61(),
        Query.of("q62", shipments(WEB, "ws_").join("ws_web_site_sk", sites())),
        byMonth("q63", "i_manager_id"),
        q65(),
        q67(),
        q86(),
        q88(),
        byMonth("q89", "i_class_id"),
        q90(),
        q96(),
        Query.of("q98", ofClasses(STORE, "ss_", "ss_ext_sales_price")),
        Query.of("q99", shipments(CATALOG, "cs_")));
  }

  private LocalDate year() {
    return LocalDate.of(FIRST_YEAR + random.nextInt(YEARS), 1, 1);
  }

  /** A month of the second half of a year, when most is sold. */
  private LocalDate month() {
    return year().plusMonths(10 + random.nextInt(2));
  }

  private String category() {
    return CATEGORIES[random.nextInt(CATEGORIES.length)];
  }

  private String[] categories() {
    int first = random.nextInt(CATEGORIES.length - 2);
    return new String[] {CATEGORIES[first], CATEGORIES[first + 1], CATEGORIES[first + 2]};
  }

  /** Sales of a period, grouped by a column of the dates or not. */
  private static StarScan during(
      StarScan sales, String column, LocalDate from, LocalDate to, String group) {
    Dimension dates = DATES.between("d_date_sk", key(from), key(to) - 1);
    return sales
        .join(column, group == null ? dates : dates.by(group))
        .range(column, key(from), key(to) - 1);
  }

  private static StarScan inYear(StarScan sales, String column, LocalDate from, String group) {
    return during(sales, column, from, from.plusYears(1), group);
  }

  private static StarScan inMonth(StarScan sales, String column, LocalDate from) {
    return during(sales, column, from, from.plusMonths(1), null);
  }

  private static StarScan in30Days(StarScan sales, String column, LocalDate from) {
    return during(sales, column, from, from.plusDays(31), null);
  }

  /** Weekly sales of two years, in the web and by catalog. */
  private Query q2() {
    LocalDate first = LocalDate.of(FIRST_YEAR + random.nextInt(YEARS - 1), 1, 1);
    List<StarScan> parts = new ArrayList<>();
    for (LocalDate from : List.of(first, first.plusYears(1))) {
      parts.add(inYear(WEB, "ws_sold_date_sk", from, "d_week_seq").sum("ws_ext_sales_price"));
      parts.add(inYear(CATALOG, "cs_sold_date_sk", from, "d_week_seq").sum("cs_ext_sales_price"));
    }
    return new Query("q2", parts);
  }

  /** Brands of a manufacturer, by the Novembers of all years. */
  private Query q3() {
    Dimension novembers = DATES.equal("d_moy", 11).by("d_year");
    return Query.of(
        "q3",
        STORE
            .join("ss_sold_date_sk", novembers)
            .join("ss_item_sk", ITEMS.equal("i_manufact_id", 1 + random.nextInt(1_000)))
            .sum("ss_ext_sales_price"));
  }

  /** Counts and averages of five bands of quantities: fifteen scalar subqueries. */
  private Query q9() {
    List<StarScan> parts = new ArrayList<>();
    for (int band = 0; band < 5; band++) {
      StarScan sales = STORE.between("ss_quantity", band * 20 + 1, band * 20 + 20);
      parts.add(sales);
      parts.add(sales.sum("ss_ext_discount_amt"));
      parts.add(sales.sum("ss_net_paid"));
    }
    return new Query("q9", parts);
  }

  /** Classes of three categories in 30 days. */
  private StarScan ofClasses(StarScan sales, String prefix, String sum) {
    LocalDate from = year().plusDays(random.nextInt(180));
    return in30Days(sales, prefix + "sold_date_sk", from)
        .join(prefix + "item_sk", ITEMS.in("i_category", categories()).by("i_class_id"))
        .sum(sum);
  }

  /** Brands of a manager in a month. */
  private Query q19() {
    return Query.of(
        "q19",
        inMonth(STORE, "ss_sold_date_sk", month())
            .join("ss_item_sk", managed("i_brand_id"))
            .join("ss_store_sk", STORES)
            .sum("ss_ext_sales_price"));
  }

  private Dimension managed(String group) {
    return ITEMS.equal("i_manager_id", 1 + random.nextInt(100)).by(group);
  }

  /** Averages of a year by item and store. */
  private Query q27() {
    return Query.of(
        "q27",
        inYear(STORE, "ss_sold_date_sk", year(), null)
            .join("ss_item_sk", ITEMS.by("i_class_id"))
            .join("ss_store_sk", STORES.by("s_store_sk"))
            .sum("ss_list_price", "ss_coupon_amt", "ss_sales_price"));
  }

  /** List prices in six bands of quantities. */
  private Query q28() {
    List<StarScan> parts = new ArrayList<>();
    for (int band = 0; band < 6; band++) {
      double price = random.nextInt(190);
      parts.add(
          STORE
              .between("ss_quantity", band * 5, band * 5 + 5)
              .between("ss_list_price", price, price + 10)
              .sum("ss_list_price"));
      parts.add(
          STORE
              .between("ss_quantity", band * 5, band * 5 + 5)
              .between("ss_coupon_amt", 40.0 * price, 40.0 * price + 1_000)
              .between("ss_wholesale_cost", 0.0, 100.0)
              .sum("ss_wholesale_cost"));
    }
    return new Query("q28", parts);
  }

  /** Sales of a month in all channels, to customers of a time zone. */
  private Query inThreeChannels(String name, String group) {
    LocalDate month = year().plusMonths(random.nextInt(7));
    Dimension items = ITEMS.in("i_category", category()).by(group);
    Dimension addresses = ADDRESSES.between("ca_address_sk", 1, 25_000);
    return Query.of(
        name,
        inMonth(STORE, "ss_sold_date_sk", month)
            .join("ss_item_sk", items)
            .join("ss_addr_sk", addresses)
            .sum("ss_ext_sales_price"),
        inMonth(CATALOG, "cs_sold_date_sk", month)
            .join("cs_item_sk", items)
            .join("cs_bill_addr_sk", addresses)
            .sum("cs_ext_sales_price"),
        inMonth(WEB, "ws_sold_date_sk", month)
            .join("ws_item_sk", items)
            .join("ws_bill_addr_sk", addresses)
            .sum("ws_ext_sales_price"));
  }

  /** Gross margin of a year by category and class. */
  private Query q36() {
    return Query.of(
        "q36",
        inYear(STORE, "ss_sold_date_sk", year(), null)
            .join("ss_item_sk", ITEMS.by("i_category_id"))
            .join("ss_store_sk", STORES)
            .sum("ss_net_profit", "ss_ext_sales_price"));
  }

  /** Sales of a manager's items in a month. */
  private Query ofManager(String name, String group) {
    return Query.of(
        name,
        inMonth(STORE, "ss_sold_date_sk", month())
            .join("ss_item_sk", managed(group))
            .sum("ss_ext_sales_price"));
  }

  /** Sales of a year by store and day of the week. */
  private Query q43() {
    return Query.of(
        "q43",
        inYear(STORE, "ss_sold_date_sk", year(), "d_dow")
            .join("ss_store_sk", STORES.by("s_store_sk"))
            .sum("ss_sales_price"));
  }

  /** Sales of three categories in a year by month. */
  private Query byMonth(String name, String group) {
    return Query.of(
        name,
        inYear(STORE, "ss_sold_date_sk", year(), "d_moy")
            .join("ss_item_sk", ITEMS.in("i_category", categories()).by(group))
            .join("ss_store_sk", STORES)
            .sum("ss_sales_price"));
  }

  /** Weekly sales by store, in two years. */
  private Query q59() {
    LocalDate first = LocalDate.of(FIRST_YEAR + random.nextInt(YEARS - 1), 1, 1);
    List<StarScan> parts = new ArrayList<>();
    for (LocalDate from : List.of(first, first.plusYears(1))) {
      parts.add(
          inYear(STORE, "ss_sold_date_sk", from, "d_week_seq")
              .join("ss_store_sk", STORES.by("s_store_sk"))
              .sum("ss_sales_price"));
    }
    return new Query("q59", parts);
  }

  /** Sales of a category in a month, with promotions and all. */
  private Query q61() {
    StarScan sales =
        inMonth(STORE, "ss_sold_date_sk", month())
            .join("ss_item_sk", ITEMS.in("i_category", category()))
            .join("ss_store_sk", STORES)
            .sum("ss_ext_sales_price");
    Dimension promotions = Dimension.of("promotion", "p_promo_sk").in("p_channel_dmail", "Y", "N");
    return Query.of("q61", sales.join("ss_promo_sk", promotions), sales);
  }

  private static Dimension sites() {
    return Dimension.of("web_site", "web_site_sk").by("web_site_sk");
  }

  private StarScan shipments(StarScan sales, String prefix) {
    LocalDate from = year();
    Dimension dates = DATES.between("d_date_sk", key(from), key(from.plusYears(1)) - 1).by("d_moy");
    return sales
        .join(prefix + "ship_date_sk", dates)
        .join(
            prefix + "warehouse_sk",
            Dimension.of("warehouse", "w_warehouse_sk").by("w_warehouse_sk"))
        .join(
            prefix + "ship_mode_sk",
            Dimension.of("ship_mode", "sm_ship_mode_sk").by("sm_ship_mode_sk"));
  }

  /** Revenue of a year by store, and by store and item. */
  private Query q65() {
    StarScan sales =
        inYear(STORE, "ss_sold_date_sk", year(), null)
            .join("ss_store_sk", STORES.by("s_store_sk"))
            .sum("ss_sales_price");
    return Query.of("q65", sales, sales.join("ss_item_sk", ITEMS.by("i_brand_id")));
  }

  /** Sales of a year by month, store and class. */
  private Query q67() {
    return Query.of(
        "q67",
        inYear(STORE, "ss_sold_date_sk", year(), "d_moy")
            .join("ss_store_sk", STORES.by("s_store_sk"))
            .join("ss_item_sk", ITEMS.by("i_class_id"))
            .between("ss_quantity", 1, 100)
            .sum("ss_sales_price"));
  }

  /** Net sales of a year in the web by category. */
  private Query q86() {
    return Query.of(
        "q86",
        inYear(WEB, "ws_sold_date_sk", year(), null)
            .join("ws_item_sk", ITEMS.by("i_category_id"))
            .sum("ws_net_paid"));
  }

  /** Customers of eight half hours. */
  private Query q88() {
    int children = random.nextInt(7);
    List<StarScan> parts = new ArrayList<>();
    for (int half = 17; half < 25; half++) {
      parts.add(
          halfHour(
              half / 2, half % 2 * 30, HOUSEHOLDS.between("hd_dep_count", children, children + 2)));
    }
    return new Query("q88", parts);
  }

  /** Customers of a half hour. */
  private Query q96() {
    Dimension households = HOUSEHOLDS.equal("hd_dep_count", random.nextInt(10));
    return Query.of("q96", halfHour(8 + random.nextInt(12), 30, households));
  }

  private static StarScan halfHour(int hour, int minute, Dimension households) {
    return STORE
        .join(
            "ss_sold_time_sk", TIMES.equal("t_hour", hour).between("t_minute", minute, minute + 29))
        .join("ss_hdemo_sk", households)
        .join("ss_store_sk", STORES);
  }

  /** Sales in the web of two hours in the morning, and two in the evening. */
  private Query q90() {
    Dimension households = HOUSEHOLDS.equal("hd_dep_count", random.nextInt(10));
    int hour = 6 + random.nextInt(6);
    List<StarScan> parts = new ArrayList<>();
    for (int from : new int[] {hour, hour + 9}) {
      parts.add(
          WEB.join("ws_sold_time_sk", TIMES.between("t_hour", from, from + 1))
              .join("ws_ship_hdemo_sk", households)
              .join("ws_web_page_sk", Dimension.of("web_page", "wp_web_page_sk")));
    }
    return new Query("q90", parts);
  }
}
