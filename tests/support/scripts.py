"""Texts in many scripts, as people name places and write of them."""

NAMES = (
    "مسجد الحسين", "วัดพระแก้ว", "בית כנסת", "Кремль", "Ακρόπολη", "हवा महल", "🍣 Sushi 👩‍👩‍👧", "한옥마을",
    "Đền Ngọc Sơn", "Café Ł’Étoile", "Český Krumlov", "გერგეტი", "ខ្មែរ", "தஞ்சாவூர்", "ឧទ្យាន", "ላሊበላ", "Երևան",
)  # fmt: skip
NOTE = "Zażółć gęślą jaźń. Žluťoučký kůň. Ακρόπολη. Işık, ağaç. 300 ₽, 20 ฿, 5 ₹, 7 ₪"
