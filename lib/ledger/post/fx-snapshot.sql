-- Initial exchange rates for a new instance, from the European Central Bank. They are out of date, so
-- production does not use them for transfers by default.
insert into fx_rates (day, currency, per_euro)
  select '2024-06-28', currency, per_euro from (values
    ('USD', 1.0705), ('JPY', 171.94), ('CZK', 25.025), ('DKK', 7.4575), ('GBP', 0.84638),
    ('HUF', 395.10), ('PLN', 4.3090), ('RON', 4.9773), ('SEK', 11.3595), ('CHF', 0.9634),
    ('ISK', 148.90), ('NOK', 11.3965), ('TRY', 35.1868), ('AUD', 1.6079), ('BRL', 5.8915),
    ('CAD', 1.4670), ('CNY', 7.7748), ('HKD', 8.3594), ('IDR', 17487.21), ('ILS', 4.0200),
    ('INR', 89.2495), ('KRW', 1474.86), ('MXN', 19.5654), ('MYR', 5.0501), ('NZD', 1.7601),
    ('PHP', 62.560), ('SGD', 1.4513), ('THB', 39.319), ('ZAR', 19.4970)) as snapshot (currency, per_euro)
  on conflict (day, currency) do nothing;
