"""Folding of names: what makes `São Paulo`, `SAO PAULO` and `Sao-Paulo` one key, and `東京` the same as `东京`.

`fold` maps character by character, so that offsets in the folded text are offsets in the text. A key is the folded
name with everything but letters and digits of alphabetic scripts reduced to single spaces.
"""

import re
import unicodedata
from typing import Final

# Below this code point scripts part words by spaces or marks; from here on (Thai, Han, kana, Hangul) names are found
# as plain substrings.
FIRST_UNSPACED: Final = "\u0e00"

_TRADITIONAL: Final = (
    "國東廣島門龍臺灣華陽陰關義韓緬蘭馬羅裡里烏魯齊濟湯貝爾諾聖倫敦維納歐紐約澤溫頓賓麗雲貴陝漢滬蘇揚鄭鄂潿鹽湖縣區鎮鄉"
    "遼寧黃慶瀋長連瑪達薩亞萊億蓋邁頭鐵倉庫塞納鳳凰嶺橋樓閣園館場廟觀宮殿舊時廈珠漁灣嶼瓊澳瀾滄張掖蔵藏錫諸暨紹興撫順"
    "營葉爺衛術劍橫濱靜岡熊鹿兒見澀穀淺廳豐繩沖縄広沢仏駅県鶴鷹鷺戶勝產檳榔檔壢雞貓鴻麥濃濱潮滿漠濤灘溝濕熱"
    "爾獅獎獻環瑣瓏畢畫發盧監眾礦禮種積穩窩競筆節範籃紅級紀納純細終組結給絡統經綠維綿線練縱總績繞繪"
    "羣聯聲職腦臉臨與舉艦藝蘆蘋虛號蟲蠻術補製複觀覺覽計訂記訊託訪設許評試詩話語說調請論諾謝證識議護讀變讓財責貨貴買賀資賓"
    "賞質賭賽贈趙跡車軍軒軟軸輕載輝輪輸轉農運過進遊達違遙適選遲遷還邊郵醫釋針釣鈴銀銅鋼錄錦鍋鎖鐘鑽開間閒閘閩闊陸隊階際隨險雜雙離難電靈韻響頂項須頓預領頭題額願類顯風飛飯飲館餘餐駕駛騎驗驚體"
    "鬆魚鮮鳥鳴鴨鵝麗麵黨點齡傑傳債傷價儀優儲兩凱則剛創劃劇劉勞勢勵匯協單衛厲參叢員問啟喬單嘆園圍圖團執報堅塊壓壘壞壯壽夠夾奧奪妝婦嬌孫學實寫寬寶專將對導屆屬岡島峽崗嶽巒帥師帶幣幫廠廢庫張強彎彥後從復徵愛慮憑憲戀戰戲戶拋掛採揚換搖搶撥擊擴擺攝敗敘數斷於昇暢曆術機殺條榮構槍樂標樣樹橋檢欄權歡歲歷歸殘氣決沒況涼淚淨測渾湊滅滬漲漸潔潛澤濟瀟災無煉煙燈燒燦爐爭牆狀猶獨獲現瑤"
    "臘內贛甌騰瀘莊嶗嘗為個這們來會週幾遠鄰錢費親趕緊滘荊閻闕潁溱瀏灕潯黔溧崑崙嵊羗隴澗洶汙瀋岩巖烏滙戶祇秘"
)
_SIMPLIFIED: Final = (
    "国东广岛门龙台湾华阳阴关义韩缅兰马罗里里乌鲁齐济汤贝尔诺圣伦敦维纳欧纽约泽温顿宾丽云贵陕汉沪苏扬郑鄂涠盐湖县区镇乡"
    "辽宁黄庆沈长连玛达萨亚莱亿盖迈头铁仓库塞纳凤凰岭桥楼阁园馆场庙观宫殿旧时厦珠渔湾屿琼澳澜沧张掖藏藏锡诸暨绍兴抚顺"
    "营叶爷卫术剑横滨静冈熊鹿儿见涩谷浅厅丰绳冲绳广泽佛站县鹤鹰鹭户胜产槟榔档坜鸡猫鸿麦浓滨潮满漠涛滩沟湿热"
    "尔狮奖献环琐珑毕画发卢监众矿礼种积稳窝竞笔节范篮红级纪纳纯细终组结给络统经绿维绵线练纵总绩绕绘"
    "群联声职脑脸临与举舰艺芦苹虚号虫蛮术补制复观觉览计订记讯托访设许评试诗话语说调请论诺谢证识议护读变让财责货贵买贺资宾"
    "赏质赌赛赠赵迹车军轩软轴轻载辉轮输转农运过进游达违遥适选迟迁还边邮医释针钓铃银铜钢录锦锅锁钟钻开间闲闸闽阔陆队阶际随险杂双离难电灵韵响顶项须顿预领头题额愿类显风飞饭饮馆余餐驾驶骑验惊体"
    "松鱼鲜鸟鸣鸭鹅丽面党点龄杰传债伤价仪优储两凯则刚创划剧刘劳势励汇协单卫厉参丛员问启乔单叹园围图团执报坚块压垒坏壮寿够夹奥夺妆妇娇孙学实写宽宝专将对导届属冈岛峡岗岳峦帅师带币帮厂废库张强弯彦后从复征爱虑凭宪恋战戏户抛挂采扬换摇抢拨击扩摆摄败叙数断于升畅历术机杀条荣构枪乐标样树桥检栏权欢岁历归残气决没况凉泪净测浑凑灭沪涨渐洁潜泽济潇灾无炼烟灯烧灿炉争墙状犹独获现瑶"
    "腊内赣瓯腾泸庄崂尝为个这们来会周几远邻钱费亲赶紧滘荆阎阙颍溱浏漓浔黔溧昆仑嵊羌陇涧汹污沈岩岩乌汇户只秘"
)
_UNDECOMPOSED: Final = str.maketrans("øæœßþðłđıħŋ’‘ʻ`´–—−‐‑·・　", "oaostdldihn'''''-----  " + " ")


class _Folding(dict[int, str]):
    """A translation table that learns: one character to one character."""

    def __missing__(self, code: int) -> str:
        base = unicodedata.normalize("NFKD", chr(code)).casefold().translate(_UNDECOMPOSED)
        base = base[:1] if base and not unicodedata.combining(base[0]) else chr(code)
        folded = self[code] = base or chr(code)
        return folded


_FOLDING = _Folding(
    (ord(traditional), simplified) for traditional, simplified in zip(_TRADITIONAL, _SIMPLIFIED, strict=True)
)
_WORD = re.compile(r"[^\W_]+")


def fold(text: str) -> str:
    """Lower case, no accents, simplified characters; the same length as `text`, which should be in NFC."""
    return text.lower() if text.isascii() else text.translate(_FOLDING)


def is_spaced(name: str) -> bool:
    """Whether a name is wholly in scripts that part their words."""
    return name.isascii() or max(name) < FIRST_UNSPACED


def key(name: str) -> str:
    """The folded name as it is looked up: words joined by one space, or without any space in unspaced scripts."""
    folded = fold(name)
    if is_spaced(folded):
        return " ".join(_WORD.findall(folded))
    return "".join(folded.split())


def words(folded: str) -> list[tuple[int, int]]:
    """Start and end of every word of a folded text in spaced scripts."""
    spans = []
    for match in _WORD.finditer(folded):
        start = match.start()
        for index in range(match.start(), match.end() + 1):
            if index == match.end() or folded[index] >= FIRST_UNSPACED:
                if index > start:
                    spans.append((start, index))
                start = index + 1
    return spans
