"""SQL that means harm is refused, or bounded, and the catalogue file stays as it is, byte for byte."""

import hashlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from travelagent.catalog.sql.check import MAX_ROWS, CheckedQuery, check
from travelagent.catalog.sql.errors import QueryRefused
from travelagent.catalog.sql.file import catalogue_file
from travelagent.catalog.sql.run import prepare, run
from travelagent.catalog.sql.schema import TABLES


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return catalogue_file(tmp_path_factory.mktemp("catalogue"))


@pytest.fixture(autouse=True)
def unchanged(file: Path) -> Iterator[None]:
    """Whatever is tried, the file and its folder are afterwards what they were."""
    before = (hashlib.sha256(file.read_bytes()).hexdigest(), sorted(file.parent.iterdir()))
    yield
    assert (hashlib.sha256(file.read_bytes()).hexdigest(), sorted(file.parent.iterdir())) == before


NOT_ONE_SELECT = [
    "INSERT INTO cities (id) VALUES ('x')",
    "UPDATE cities SET name_en = 'x'",
    "DELETE FROM cities",
    "DROP TABLE cities",
    "dRoP tAbLe cities",
    "CREATE TABLE x (y)",
    "CREATE TEMP TABLE x AS SELECT id FROM cities",
    "CREATE VIEW v AS SELECT id FROM cities",
    "CREATE TRIGGER t AFTER INSERT ON cities BEGIN SELECT 1; END",
    "ALTER TABLE cities RENAME TO x",
    "REPLACE INTO cities (id) VALUES ('x')",
    "ATTACH DATABASE '/tmp/x.db' AS x",
    "DETACH DATABASE main",
    "PRAGMA table_info(cities)",
    "PRAGMA writable_schema = ON",
    "PRAGMA query_only = OFF",
    "VACUUM",
    "VACUUM INTO '/tmp/stolen.db'",
    "REINDEX cities",
    "ANALYZE",
    "BEGIN",
    "COMMIT",
    "SAVEPOINT s",
    "EXPLAIN SELECT id FROM cities",
    "EXPLAIN QUERY PLAN SELECT id FROM cities",
    "VALUES (1), (2)",
    "SELECT id FROM cities; DROP TABLE cities",
    "SELECT id FROM cities; SELECT id FROM sights",
    "SELECT id FROM cities;; DELETE FROM cities;",
    "; SELECT id FROM cities",
    "WITH x AS (SELECT id FROM cities) SELECT id FROM x",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
    "SELECT id FROM cities UNION SELECT name FROM sqlite_master",
    "SELECT id FROM cities UNION ALL SELECT id FROM sights",
    "SELECT id FROM cities INTERSECT SELECT city FROM sights",
    "SELECT id FROM cities EXCEPT SELECT city FROM sights",
    "(SELECT id FROM cities)",
    "SELECT 1",
    "SELECT 'a'",
    "",
    "   ",
    "ＳＥＬＥＣＴ id FROM cities",
]
OTHER_TABLES = [
    "SELECT * FROM sqlite_master",
    "SELECT * FROM sqlite_schema",
    "SELECT * FROM SQLITE_MASTER",
    "SELECT * FROM sQlItE_mAsTeR",
    'SELECT * FROM "sqlite_master"',
    "SELECT * FROM [sqlite_master]",
    "SELECT * FROM `sqlite_master`",
    "SELECT * FROM sqlite_temp_master",
    "SELECT * FROM sqlite_sequence",
    "SELECT * FROM main.sqlite_master",
    "SELECT * FROM main.cities",
    "SELECT * FROM temp.cities",
    "SELECT * FROM other.main.cities",
    "SELECT * FROM auth_user",
    "SELECT password FROM auth_user",
    "SELECT * FROM django_session",
    "SELECT * FROM accounts_apikey",
    "SELECT id FROM cities WHERE id IN (SELECT name FROM sqlite_master)",
    "SELECT (SELECT sql FROM sqlite_master LIMIT 1) FROM cities",
    "SELECT c.id FROM cities c JOIN sqlite_master m ON m.name = c.id",
    "SELECT id FROM cities, sqlite_master",
    "SELECT id FROM cities WHERE EXISTS (SELECT 1 FROM auth_user)",
    "SELECT n FROM (SELECT name AS n FROM sqlite_master) AS x",
    "SELECT * FROM dbstat",
    "SELECT * FROM сities",  # a Cyrillic first letter
    "SELECT * FROM cities\u200b",
]
FUNCTIONS = [
    "SELECT load_extension('/tmp/x.so') FROM cities",
    "SELECT readfile('/etc/passwd') FROM cities",
    "SELECT writefile('/tmp/x', 'y') FROM cities",
    "SELECT randomblob(1000000000) FROM cities",
    "SELECT zeroblob(1000000000) FROM cities",
    "SELECT hex(zeroblob(100000000)) FROM cities",
    "SELECT printf('%1000000000d', 1) FROM cities",
    "SELECT format('%.*c', 1000000000, 'x') FROM cities",
    "SELECT replace(name_en, 'a', 'aaaaaaaaaa') FROM cities",
    "SELECT group_concat(name_en) FROM cities",
    "SELECT sqlite_version() FROM cities",
    "SELECT sqlite_source_id() FROM cities",
    "SELECT sqlite_compileoption_get(1) FROM cities",
    "SELECT random() FROM cities",
    "SELECT LoAd_ExTeNsIoN('x') FROM cities",
    "SELECT char(115, 113, 108) FROM cities",
    "SELECT unicode(id) FROM cities",
    "SELECT id FROM cities WHERE fts3_tokenizer('x') IS NULL",
    "SELECT edit(id) FROM cities",
    "SELECT datetime('now') FROM cities",
    "SELECT * FROM pragma_table_info('cities')",
    "SELECT * FROM pragma_database_list",
    "SELECT * FROM pragma_database_list()",
    "SELECT * FROM generate_series(1, 1000000000)",
    "SELECT * FROM json_each('[1]')",
    "SELECT json_extract('{}', '$.a') FROM cities",
    "SELECT likelihood(id, 0.5) FROM cities",
    "SELECT substr(id, 1, 1) FROM cities",
    "SELECT cast(id AS blob) FROM cities",
]
CONSTRUCTS = [
    "SELECT id FROM cities -- and more",
    "SELECT id /* hidden */ FROM cities",
    "SELECT id FROM cities /*",
    "SELECT id FROM cities WHERE 1 = 1 /*!50000 UNION SELECT 1 */",
    "SELECT id || name_en FROM cities",
    "SELECT x'73716c' FROM cities",
    "SELECT id FROM cities WHERE id = X'61'",
    "SELECT id FROM cities WHERE id GLOB '*'",
    "SELECT id FROM cities WHERE id REGEXP '(a+)+$'",
    "SELECT id FROM cities WHERE id MATCH 'x'",
    "SELECT id COLLATE nocase FROM cities",
    "SELECT row_number() OVER (ORDER BY id) FROM cities",
    "SELECT sum(lat) OVER (PARTITION BY country) FROM cities",
    "SELECT id FROM cities WHERE id = ?",
    "SELECT id FROM cities WHERE id = :id",
    "SELECT id FROM cities WHERE id = @id",
    "SELECT rowid FROM cities",
    "SELECT _rowid_, oid FROM cities",
    "SELECT passwd FROM cities",
    'SELECT "no such column" FROM cities',
    "SELECT id -> '$.a' FROM cities",
    "SELECT id FROM cities WHERE lat & 1",
    "SELECT id FROM cities WHERE lat << 60",
    "SELECT id FROM cities LIMIT -1",
    "SELECT id FROM cities LIMIT 1000000 + 1",
    "SELECT id FROM cities LIMIT (SELECT count(*) FROM cities)",
    "SELECT id FROM cities LIMIT 10 OFFSET -5",
    "SELECT id FROM cities\0; DROP TABLE cities",
    "SELECT " + "(" * 300 + "1" + ")" * 300 + " FROM cities",
    "SELECT id FROM cities WHERE " + " OR ".join("lat = 1" for _ in range(300)),
    "SELECT " + "CASE WHEN 1 THEN " * 60 + "1" + " END" * 60 + " FROM cities",
    "SELECT " + "- " * 1500 + "1 FROM cities",
    "SELECT " + "NOT " * 900 + "1 FROM cities",
    "SELECT id FROM cities WHERE id = '" + "a" * 5000 + "'",
    "SELECT a.id FROM " + ", ".join(f"cities AS a{n}" for n in range(12)),
    "SELECT id FROM cities WHERE name_en = 'x",
    "SELECT FROM WHERE",
    "SELECT id INTO x FROM cities",
    "SELECT id FROM cities FOR UPDATE",
]
REFUSED = [*NOT_ONE_SELECT, *OTHER_TABLES, *FUNCTIONS, *CONSTRUCTS]


@pytest.mark.parametrize("sql", REFUSED, ids=lambda sql: sql[:60])
def test_it_is_refused(sql: str) -> None:
    with pytest.raises(QueryRefused) as refused:
        check(sql)
    assert refused.value.text.zh != refused.value.text.en


def test_there_are_more_than_a_hundred_of_them() -> None:
    assert len(set(REFUSED)) > 100


@pytest.mark.parametrize("sql", NOT_ONE_SELECT)
def test_what_is_no_select_is_told_so(sql: str) -> None:
    with pytest.raises(QueryRefused) as refused:
        check(sql)
    assert refused.value.code in ("not_one_select", "syntax_error", "forbidden_construct")


# Allowed by the check, since no rule tells them from honest queries: the limits make them harmless.
BOUNDED = [
    "SELECT count(*) FROM sights a, sights b, sights c, sights d",
    "SELECT a.id FROM sights a JOIN sights b ON 1 = 1 JOIN sights c ON 1 = 1 WHERE a.lat + b.lat + c.lat > 9999",
    "SELECT DISTINCT a.lat * b.lon AS x FROM sights a CROSS JOIN sights b CROSS JOIN sights c ORDER BY x",
    "SELECT count(*) FROM sights a WHERE (SELECT count(*) FROM sights b, sights c WHERE b.lat > a.lat) > 0",
    "SELECT id FROM sights WHERE id IN (SELECT b.id FROM sights b, sights c, sights d WHERE b.lat + c.lat = d.lon)",
]


@pytest.mark.parametrize("sql", BOUNDED)
def test_a_query_without_end_is_stopped(sql: str, file: Path) -> None:
    with pytest.raises(QueryRefused) as refused:
        run(check(sql), file, seconds=0.05)
    assert refused.value.code == "query_timeout"


def test_a_query_is_stopped_when_it_is_no_longer_wanted(file: Path) -> None:
    with pytest.raises(QueryRefused) as refused:
        run(check(BOUNDED[0]), file, seconds=3600, cancelled=lambda: True)
    assert refused.value.code == "query_timeout"


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT id FROM sights", MAX_ROWS),
        ("SELECT id FROM sights LIMIT 1000000000", MAX_ROWS),
        ("SELECT a.id FROM sights a, sights b LIMIT 99999", MAX_ROWS),
        ("SELECT id FROM sights LIMIT 3", 3),
        ("SELECT id FROM sights LIMIT 0", 0),
        ("SELECT id FROM (SELECT id FROM sights LIMIT 9999) AS x", MAX_ROWS),
    ],
)
def test_no_more_rows_come_than_the_limit(sql: str, rows: int, file: Path) -> None:
    assert len(run(check(sql), file).rows) == rows


HARMLESS = [
    'SELECT "id" FROM "cities"',
    "select ID from CITIES",
    "SELECT id FROM cities WHERE elevation_m > 0x10",
    "SELECT id FROM cities;",
    "SELECT name_en AS 名字 FROM cities",
    "SELECT count(*) AS n FROM sights WHERE name_en LIKE '%'' OR 1=1 --%'",
    "SELECT id FROM cities WHERE name_en = '; DROP TABLE cities; --'",
    "SELECT c.id, (SELECT count(*) FROM sights s WHERE s.city = c.id) AS n FROM cities c ORDER BY n DESC LIMIT 5",
]


@pytest.mark.parametrize("sql", HARMLESS)
def test_an_honest_query_runs_and_checking_it_again_changes_nothing(sql: str, file: Path) -> None:
    query = check(sql)
    assert check(query.sql) == query
    prepare(query, file)
    run(query, file)


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM cities",
        "CREATE TABLE x (y)",
        "CREATE TEMP TABLE x (y)",
        "SELECT * FROM sqlite_master",
        "SELECT load_extension('x')",
        "SELECT randomblob(10)",
        "PRAGMA query_only = OFF",
        "PRAGMA table_info(cities)",
        "SELECT * FROM pragma_table_info('cities')",
        "ATTACH DATABASE ':memory:' AS x",
        "VACUUM INTO '/tmp/stolen.db'",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
    ],
)
def test_the_second_wall_stands_by_itself(sql: str, file: Path) -> None:
    """What the check would never let through is refused by SQLite too."""
    with pytest.raises(QueryRefused) as refused:
        run(CheckedQuery(sql, (), 10), file)
    assert refused.value.code == "query_failed"


def test_the_file_itself_takes_no_write(file: Path) -> None:
    connection = sqlite3.connect(f"file:{file}?mode=ro&immutable=1", uri=True)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        connection.execute("DELETE FROM cities")
    connection.close()
    assert file.stat().st_mode & 0o222 == 0


def test_the_file_holds_the_declared_tables_and_nothing_else(file: Path) -> None:
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    counts = {table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}
    connection.close()
    assert tables == set(TABLES)
    assert (counts["cities"], counts["sights"], counts["climate"]) == (406, 5382, 406 * 12)


@pytest.mark.parametrize(
    ("sql", "code", "name", "near"),
    [
        ("SELECT nam_en FROM cities", "unknown_column", "nam_en", "name_en"),
        ("SELECT id FROM citys", "unknown_table", "citys", "cities"),
        ("SELECT cout(id) FROM cities", "unknown_function", "cout", "count"),
    ],
)
def test_a_refusal_says_what_was_meant(sql: str, code: str, name: str, near: str) -> None:
    with pytest.raises(QueryRefused) as refused:
        check(sql)
    assert (refused.value.code, refused.value.name, refused.value.near[0]) == (code, name, near)
